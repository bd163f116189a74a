// What the demo's orders have in common: where they are booked, how their surveys are named, what is on them. Pure.
import { branches, staff } from './dealership.ts'
import { coveredBy, type Job } from './jobs.ts'
import { CURRENCY } from './lines.ts'
import type { Step, SurveyOf } from './steps.ts'

export const survey = (orderId: string, type: SurveyOf['type']): SurveyOf => ({ orderId, type })

export const north = {
  externalBranchId: branches.cars,
  departmentId: 'service',
  currency: CURRENCY,
  serviceAdvisor: staff.lena.person,
} as const

export const south = {
  externalBranchId: branches.south,
  departmentId: 'service',
  currency: CURRENCY,
  serviceAdvisor: staff.tomas.person,
} as const

/** The DMS takes back what the service proposed of the job: it is on the order already. */
export const withdrawn = (at: Date, orderId: string, job: Job): Step => ({
  at,
  do: 'withdrawDue',
  survey: survey(orderId, 'health'),
  packageIds: coveredBy(job),
})
