import { z } from 'zod'

type Path = readonly (string | number)[]

/**
 * The member names a schema knows at a path: what "did you mean ...?" chooses from. Where the schema branches, the
 * names of every branch; where it takes any name (a record), none.
 */
export function schemaKeys(schema: z.core.$ZodType, path: Path): readonly string[] {
  let here: readonly z.core.$ZodType[] = variants(schema)
  for (const part of path) here = here.flatMap((one) => inside(one, part)).flatMap(variants)
  return [
    ...new Set(
      here.flatMap((one) => (one instanceof z.core.$ZodObject ? Object.keys(one._zod.def.shape) : [])),
    ),
  ]
}

/** What stands behind optional, default, pipes and unions: the plain schemas a value here may meet. */
function variants(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(variants)
  if (schema instanceof z.core.$ZodIntersection)
    return [schema._zod.def.left, schema._zod.def.right].flatMap(variants)
  if (schema instanceof z.core.$ZodPipe) return variants(schema._zod.def.in)
  if (schema instanceof z.core.$ZodLazy) return variants(schema._zod.def.getter())
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodReadonly ||
    schema instanceof z.core.$ZodCatch
  ) {
    return variants(schema._zod.def.innerType)
  }
  return [schema]
}

function inside(schema: z.core.$ZodType, part: string | number): readonly z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodObject) {
    const member = Object.entries(schema._zod.def.shape).find(([name]) => name === String(part))
    return member === undefined ? [] : [member[1]]
  }
  if (schema instanceof z.core.$ZodArray) return [schema._zod.def.element]
  if (schema instanceof z.core.$ZodRecord) return [schema._zod.def.valueType]
  if (schema instanceof z.core.$ZodTuple) return schema._zod.def.items.slice(Number(part), Number(part) + 1)
  return []
}
