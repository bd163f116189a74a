// The audit as lines of JSON, sent by POST to an address that the operator named, with a bearer key, signed, or both. Logs nothing.
import { hash } from 'node:crypto'
import { auditFileLines, type ExportedEntry } from '@walkaround/contract/rules/audit-export.ts'
import { signatureHeaders } from '../lib/webhook-signature.ts'
import { callHttp, NoAnswer } from './http-call.ts'

interface AuditHttpOptions {
  url: string
  /** Sent as Authorization: Bearer. */
  key?: string | undefined
  /** whsec_…: signs as callbacks are signed. */
  secret?: string | undefined
  ca?: readonly string[] | undefined
  version: string
  timeoutMs?: number
}

interface Taken {
  isTaken: boolean
  answer: string
}

const TIMEOUT_MS = 10_000
const LONGEST_WORDS = 300

export function createAuditHttp({ url, key, secret, ca, version, timeoutMs = TIMEOUT_MS }: AuditHttpOptions) {
  return {
    name: 'http',
    async send(entries: readonly ExportedEntry[], signal?: AbortSignal): Promise<Taken> {
      const body = auditFileLines('ndjson', entries)
      // The same entries have the same id, so the other side can tell that they came twice.
      const id = `audit_${hash('sha256', body, 'hex').slice(0, 32)}`
      const headers = {
        'content-type': 'application/x-ndjson',
        'user-agent': `Walkaround/${version}`,
        'idempotency-key': id,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(secret === undefined ? {} : signatureHeaders({ id, body, secrets: [secret] }, new Date())),
      }
      const caSetting = 'WALKAROUND_AUDIT_HTTP_CA'
      try {
        const reply = await callHttp({ url, method: 'POST', headers, body, timeoutMs, signal, ca, caSetting })
        return { isTaken: reply.status >= 200 && reply.status < 300, answer: inWords(reply, key) }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        return { isTaken: false, answer: error.message }
      }
    },
  }
}

/** What it said, on one line; a key that it repeats is not kept. */
function inWords({ status, body }: { status: number; body: string }, key: string | undefined): string {
  const said = (key === undefined ? body : body.replaceAll(key, '***'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the server may send anything
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
  return said === '' ? `status ${status}` : `status ${status}: ${said}`
}
