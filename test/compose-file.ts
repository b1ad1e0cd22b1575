import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'

/** compose.yaml, as far as tests look at it. */
const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.union([z.array(z.string()), z.record(z.string(), z.string())]),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  deploy: z.object({ replicas: z.int() }).optional(),
})
const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) })

export const { services, volumes } = Compose.parse(parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')))

export function service(name: string): z.infer<typeof Service> {
  const found = services[name]
  if (found === undefined) throw new TypeError(`compose.yaml has no service ${name}`)
  return found
}
