// How every public page is sent, and in which language.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { contentSecurityPolicy, pickLanguage } from '@walkaround/web/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const sendPage = (reply: FastifyReply, html: string, policy = contentSecurityPolicy): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      vary: 'accept-language',
    })
    .send(html)

/** Asked for in the address, or by the browser. */
export function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: string | string[] }
  return pickLanguage(request.headers['accept-language'], typeof lang === 'string' ? lang : undefined)
}
