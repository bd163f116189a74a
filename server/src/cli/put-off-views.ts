// How the list of work that was put off looks to people. The views of the other commands are in views.ts.
import type { PutOffList, PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import { shown, table } from './table.ts'

type View = (result: PutOffList, look: { cells: number }) => string

const money = (amount: number | undefined, currency: string | undefined) =>
  amount === undefined ? '' : `${amount.toFixed(2)} ${currency ?? ''}`.trim()

const dayOf = ({ until, decidedAt }: PutOffWork) => until ?? decidedAt?.slice(0, 10) ?? ''
const lateness = ({ overdueDays }: PutOffWork) =>
  overdueDays === undefined ? '' : `${overdueDays} days late`
const sumOf = ({ works, currency, incVat, exVat }: NonNullable<PutOffList['totals']>[number]) =>
  [`${works} works`, money(incVat ?? exVat, currency)].filter(Boolean).join(', ')

const list: View = ({ work, next, totals = [] }, { cells }) => {
  if (work.length === 0) return 'No work is put off or declined.'
  const columns = [
    { title: 'DAY', value: dayOf },
    { title: 'LATE', value: lateness },
    { title: 'DECISION', value: ({ decision }: PutOffWork) => decision },
    { title: 'PLATE', value: ({ numberPlate = '' }: PutOffWork) => shown(numberPlate) },
    { title: 'CUSTOMER', value: ({ customer = '' }: PutOffWork) => shown(customer) },
    { title: 'WORK', value: ({ text }: PutOffWork) => shown(text) },
    { title: 'THEN', value: (it: PutOffWork) => money(it.amountIncVat ?? it.amountExVat, it.currency) },
    {
      title: 'TODAY',
      value: ({ today }: PutOffWork) => money(today?.amountIncVat ?? today?.amountExVat, today?.currency),
    },
    { title: 'TAKEN BY', value: ({ followUp }: PutOffWork) => shown(followUp.claimedBy ?? '') },
  ]
  return [table(columns, work, cells), ...totals.map(sumOf), ...(next ? [`More: --after ${next}`] : [])].join(
    '\n',
  )
}

export const putOffViews = { 'put-off list': list }
