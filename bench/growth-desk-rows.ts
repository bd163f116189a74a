// What the pages of the desk read of the n-th order: the ledger, work that was put off and reminders. A third of the orders have
// findings, which is one visit of each car.
import { CLIENT } from './growth-prototype.ts'
import {
  at,
  branchOf,
  eachOrder,
  type Filling,
  hex,
  order,
  type Size,
  shifted,
  survey,
  vin,
} from './growth-rows.ts'

const OLD = 'n % 3 = 0'
/** Cars whose owners were reminded; they are among those with findings, as are those that somebody called. */
const REMINDED = 'n % 15 = 0'
const FOLLOWED = 'n % 9 = 0'
/** What somebody takes care of now is of the last weeks. */
const ACTIVE = 'n % 45 = 0'

/** What the demo closed by a later visit stays open: a car comes too seldom. */
const state = `case when p.decision in ('deferred', 'rejected') and p.state = 'settled' then 'open' else p.state end`
const isPutOff = `p.decision in ('deferred', 'rejected') and p.state in ('open', 'settled') and not p.is_apart`
const person = `decode(${hex(`'person'`)}, 'hex')`
const finding = `'finding-' || n || '-' || p.j || '-' || p.r`
const reminder = `'reminder-' || n`

export function deskFillings(size: Size): Filling[] {
  const days = (column: string) => `(${at(size)})::date + (p.${column} - p.came_at::date)`
  const vehicle = `'vin/' || ${vin(size)}`
  const ofSurvey = {
    survey_id: survey('p.j'),
    vehicle_key: vehicle,
    order_id: order,
    branch_id: branchOf(size),
  }
  const putOff = (some: string) => `${eachOrder(size, 'offered_work', some)} and ${some} and ${isPutOff}`
  const dueOf = `coalesce(${days('deferred_to')}, (${shifted(size, 'decided_at')} at time zone 'UTC')::date, date '1970-01-01')`
  const soldTo = `case when p.sold_at is not null then ${order} end`
  return [
    {
      table: 'finding_visits',
      from: eachOrder(size, 'finding_visits', OLD),
      values: { ...ofSurvey, finding_id: finding, at: shifted(size, 'at') },
    },
    {
      table: 'findings',
      from: eachOrder(size, 'findings', OLD),
      values: {
        ...ofSurvey,
        id: finding,
        opened_in: survey('p.j'),
        counted_in: survey('p.j'),
        offered_in: `case when p.offered_in is not null then ${survey('p.j')} end`,
        opened_at: shifted(size, 'seen_at'),
        visits: '1',
        seen_at: shifted(size, 'seen_at'),
        offered_at: shifted(size, 'offered_at'),
        decided_at: shifted(size, 'decided_at'),
        deferred_to: days('deferred_to'),
        closed_at: shifted(size, 'closed_at'),
        closed_in: `case when p.closed_as = 'sold' then ${order} when p.closed_as is not null then ${survey('p.j')} end`,
      },
    },
    {
      table: 'offered_work',
      from: eachOrder(size, 'offered_work', `${OLD} and p.r <= 4`),
      values: {
        ...ofSurvey,
        state,
        offered_at: shifted(size, 'offered_at'),
        decided_at: shifted(size, 'decided_at'),
        deferred_to: days('deferred_to'),
        sold_order_id: soldTo,
        sold_at: shifted(size, 'sold_at'),
      },
    },
    {
      table: 'order_work',
      from: eachOrder(size, 'order_work', OLD),
      values: {
        order_id: order,
        survey_id: `case when p.j is not null then ${survey('p.j')} end`,
        quote_survey_id: `case when p.quote_survey_id is not null and p.j is not null then ${survey('p.j')} end`,
      },
    },
    {
      table: 'work_follow_ups',
      from: putOff(FOLLOWED),
      values: {
        system_client_id: `'${CLIENT}'`,
        survey_id: survey('p.j'),
        quote_id: 'p.quote_id',
        revision: '1',
        last_kind: `'call'`,
        changed_by: `'bench'`,
        changed_at: at(size, 2),
        calls: '1',
        last_call: `'reached'`,
        called_at: at(size, 2),
        claimed_by: `case when ${ACTIVE} then 'login' || n % 100 end`,
        due_on: `case when ${ACTIVE} and n % 2 = 0 then (${at(size, 30)})::date end`,
        ended_as: `case when not (${ACTIVE}) and n % 4 = 0 then 'stopped' end`,
        ended_at: `case when not (${ACTIVE}) and n % 4 = 0 then ${at(size, 2)} end`,
      },
      isComplete: true,
    },
    {
      table: 'reminder_settings',
      from: '(select 1) n',
      values: {
        system_client_id: `'${CLIENT}'`,
        deferred: 'true',
        declined: 'true',
        quiet_from: `'03:00'`,
        quiet_to: `'03:01'`,
        consent: `'customer'`,
        planned_at: 'now()',
      },
      isComplete: true,
    },
    ...[
      { table: 'reminder_people', values: { channel: `'email'`, language: `'en'` } },
      { table: 'reminders', values: reminders(size, vehicle) },
    ].map(({ table, values }) => ({
      table,
      from: `(select distinct n from ${putOff(REMINDED)}) n`,
      values: {
        system_client_id: `'${CLIENT}'`,
        survey_id: survey('1'),
        person_hash: person,
        created_at: `${at(size)} + interval '3 hours'`,
        ...values,
      },
      isComplete: true,
    })),
    {
      table: 'reminder_lines',
      from: putOff(REMINDED),
      values: {
        system_client_id: `'${CLIENT}'`,
        survey_id: survey('p.j'),
        quote_id: 'p.quote_id',
        kind: `case p.decision when 'deferred' then 'deferred' else 'declined' end`,
        due: dueOf,
        reminder_id: reminder,
      },
      isComplete: true,
    },
  ]
}

const reminders = (size: Size, vehicle: string) => ({
  id: reminder,
  vehicle_key: vehicle,
  branch_id: branchOf(size),
  message_id: `'message-' || (1000000 + n)`,
  is_by_hand: 'false',
})
