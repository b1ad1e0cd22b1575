import { z } from 'zod'
import type { Github } from './github.ts'

const Comment = z.object({ id: z.int(), body: z.string().nullable() })
const PAGE = 100
const PAGES_MAX = 30
/** GitHub takes 65,536 characters. */
const CHARS_MAX = 65_000

/** One comment a pull request: the one that carries our mark is replaced, else a new one is made. */
export async function putComment(
  github: Github,
  pull: number,
  { key, text }: { readonly key: string; readonly text: string },
): Promise<'made' | 'updated'> {
  const mark = `<!-- sage-desk ${key.replaceAll(/[^\w.-]/g, '')} -->`
  const body = cut(`${mark}\n${text}`)
  const issue = `/repos/${github.repository}/issues`
  const known = await findMarked(github, `${issue}/${pull}/comments`, mark)
  if (known === undefined) {
    await github.json('POST', `${issue}/${pull}/comments`, { body })
    return 'made'
  }
  await github.json('PATCH', `${issue}/comments/${known}`, { body })
  return 'updated'
}

async function findMarked(github: Github, path: string, mark: string): Promise<number | undefined> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const comments = z.array(Comment).parse(await github.json('GET', `${path}?per_page=${PAGE}&page=${page}`))
    const found = comments.find(({ body }) => body?.startsWith(mark) === true)
    if (found !== undefined) return found.id
    if (comments.length < PAGE) return undefined
  }
  return undefined
}

const cut = (text: string): string =>
  text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX)}\n\n(cut: the rest is in the job’s summary)`
