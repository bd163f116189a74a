// The SQL of the timeline: what is kept of messages, links and decisions of one survey, in one statement of indexed reads.
import type { MessageType } from '@walkaround/contract/messages.ts'
import type { OwnerWord } from '@walkaround/contract/owner-page.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface Kept {
  completed: object
  message: {
    id: string
    type: MessageType
    category: 'email' | 'sms' | 'telegram' | 'delayedEmail'
    state: 'waiting' | 'sent' | 'failed'
    to: string | null
    inOutbox: boolean
  }
  opened: object
  watched: object
  linkAsked: object
  linkWithdrawn: object
  decided: {
    id: string
    lines: {
      id: string
      title: string
      word: OwnerWord
      until: string | null
      reason: string | null
      currency: string
      amount: number | null
    }[]
  }
  recorded: {
    quoteId: string
    status: 'approved' | 'deferred' | 'rejected'
    until: string | null
    reason: string | null
    currency: string | null
    amount: number | null
    medium: 'phone' | 'direct'
    by: string
    spokeWith: string | null
    saidAt: string
  }
  feedback: { stars: number; text: string | null }
}

export type TimelineKind = keyof Kept

export interface TimelineRow {
  kind: TimelineKind
  at: Date | null
  /** As JSON. */
  data: string
}

export type DataOf<K extends TimelineKind> = Kept[K]

/** A row says only what is kept of it; the newest first. */
export function listHappened(scope: Scope, surveyId: string): Promise<TimelineRow[]> {
  return scope.db.rows(sql`
    select t.kind, t.at, t.data::text as data from (
      select 'completed' as kind, s.completed_at as at, '{}'::json as data from surveys s
      where s.system_client_id = ${scope.clientId} and s.id = ${surveyId} and s.completed_at is not null
      union all
      select 'message', coalesce(m.sent_at, m.created_at), json_build_object('id', m.id, 'type', m.type, 'category', m.category,
        'state', m.state, 'to', coalesce(m.destinations->0->>'name', m.destinations->0->>'address'),
        'inOutbox', coalesce(m.via = 'outbox', false))
      from messages m where m.system_client_id = ${scope.clientId} and m.survey_id = ${surveyId}
      union all
      select e.kind, e.at, '{}' from owner_links l
      cross join lateral (values ('opened', l.opened_at), ('watched', l.watched_at), ('linkAsked', l.asked_at), ('linkWithdrawn', l.withdrawn_at))
        as e(kind, at)
      where l.system_client_id = ${scope.clientId} and l.survey_id = ${surveyId} and l.form is null and e.at is not null
      union all
      select 'decided', d.at, json_build_object('id', d.id, 'lines', (
        select json_agg(json_build_object('id', l.line->>'id', 'title', l.line->>'title', 'word', l.line->>'word',
          'until', l.line->>'until', 'reason', l.line#>>'{reason,code}', 'currency', l.line->>'currency',
          'amount', l.line#>'{total,incVat}') order by l.place)
        from json_array_elements(d.receipt::json->'lines') with ordinality as l(line, place)))
      from owner_decisions d where d.system_client_id = ${scope.clientId} and d.survey_id = ${surveyId}
      union all
      select 'recorded', r.decided_at, json_build_object('quoteId', r.quote_id, 'status', r.approval_status,
        'until', r.deferred_to, 'reason', r.rejection_reason_code, 'currency', r.currency,
        'amount', coalesce(r.approved_inc_vat, r.offered_inc_vat), 'medium', r.approval_medium, 'by', r.recorded_by,
        'spokeWith', r.spoke_with, 'saidAt', r.approval_date)
      from recorded_decisions r
      where r.system_client_id = ${scope.clientId} and r.survey_id = ${surveyId} and r.approval_status is not null
      union all
      select 'feedback', f.at, json_build_object('stars', f.stars, 'text', f.text)
      from owner_feedback f where f.system_client_id = ${scope.clientId} and f.survey_id = ${surveyId}
    ) t
    order by t.at desc nulls last, t.kind`)
}
