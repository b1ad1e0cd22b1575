import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/**
 * Who may talk to the studio: the browser that was sent here by the person who started it, and nobody else. A page of
 * another site can make a browser ask us (Origin), under another name for this machine (Host): both are refused.
 */
const COOKIE = 'sage_studio'
const TOKEN = 'token'

export function guard(options: {
  readonly token: string
  readonly hosts: () => ReadonlySet<string>
}): MiddlewareHandler {
  return async (context, next) => {
    secure(context)
    const host = context.req.header('host') ?? ''
    if (!options.hosts().has(host)) return refuse(context, 'This address does not belong to the studio.')
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== `http://${host}`)
      return refuse(context, 'The studio answers only its own pages.')
    if (isWrite(context) && origin === undefined)
      return refuse(context, 'The studio answers only its own pages.')
    // The port is part of the name: two studios on one machine must not throw each other's visitors out.
    const name = `${COOKIE}_${host.split(':')[1] ?? ''}`
    const given = context.req.query(TOKEN)
    if (given !== undefined && context.req.path === '/') {
      if (!isSame(given, options.token)) return refuse(context, WRONG_TOKEN)
      setCookie(context, name, options.token, { httpOnly: true, sameSite: 'Strict', path: '/' })
      return context.redirect('/')
    }
    if (!isSame(getCookie(context, name) ?? '', options.token)) return refuse(context, WRONG_TOKEN)
    return next()
  }
}

const WRONG_TOKEN =
  'Open the studio with the link that `sage open` printed. The link contains the access key.'

const isWrite = ({ req }: Context): boolean => req.method !== 'GET' && req.method !== 'HEAD'

/** A comparison that stops at the first wrong letter tells a patient guesser how far they are. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const refuse = (context: Context, message: string): Response =>
  context.req.path.startsWith('/api/')
    ? context.json({ error: { code: 'refused', message, hint: WRONG_TOKEN } }, 403)
    : context.text(`${message}\n`, 403)

/** No script, style, picture or connection but our own; in no frame; transcripts stay text whatever they contain. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function secure(context: Context): void {
  context.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  context.header('X-Content-Type-Options', 'nosniff')
  context.header('X-Frame-Options', 'DENY')
  // Not no-referrer: with it a browser hides the origin of our own page's posts, too.
  context.header('Referrer-Policy', 'same-origin')
  context.header('Cross-Origin-Opener-Policy', 'same-origin')
  context.header('Cross-Origin-Resource-Policy', 'same-origin')
  context.header('Cache-Control', 'no-store')
}
