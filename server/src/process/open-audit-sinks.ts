// Opens the sinks of the audit that the operator set up, and sends to each in a loop of its own: one that does not answer keeps nobody waiting.
import { rootCertificates } from 'node:tls'
import type { Config } from '../config/config.ts'
import { type AuditSink, sendToSink } from '../db/audit/send-entries.ts'
import type { Database } from '../db/database.ts'
import { serviceVersion } from '../http/openapi.ts'
import { every } from '../lib/every.ts'
import { createAuditHttp } from '../outside/audit-http.ts'
import { createSyslog } from '../outside/audit-syslog.ts'
import { readAuthority } from './read-authority.ts'

const SEND_MS = 2_000

export function openAuditSinks({
  auditSyslog,
  auditHttp,
}: Pick<Config, 'auditSyslog' | 'auditHttp'>): AuditSink[] {
  const trusting = (setting: string, file: string | undefined) =>
    file === undefined ? {} : { ca: [...rootCertificates, readAuthority(setting, file)] }
  const version = serviceVersion
  return [
    ...(auditSyslog
      ? [
          createSyslog({
            url: auditSyslog.url,
            version,
            ...trusting('WALKAROUND_AUDIT_SYSLOG_CA', auditSyslog.caFile),
          }),
        ]
      : []),
    ...(auditHttp
      ? [
          createAuditHttp({
            ...auditHttp,
            version,
            ...trusting('WALKAROUND_AUDIT_HTTP_CA', auditHttp.caFile),
          }),
        ]
      : []),
  ]
}

interface SendingOptions {
  database: Database
  isPrepared: () => boolean
  onFailure: (sink: string, error: unknown) => void
}

/** Stopping breaks off what is being sent: it is sent again. */
export function startSendingAudit(
  sinks: readonly AuditSink[],
  { database, isPrepared, onFailure }: SendingOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loops = sinks.map((sink) =>
    every(SEND_MS, async () => {
      if (!isPrepared()) return
      try {
        await sendToSink({ database, sink, clock: () => new Date(), signal })
      } catch (error) {
        if (!signal.aborted) onFailure(sink.name, error)
      }
    }),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
