// What a job is, for code that enqueues jobs and code that runs them. Knows no feature.

export interface Job {
  clientId: string
  id: string
  kind: string
  payload: unknown
  /** Starts at 1; a killed process has used one up. */
  attempt: number
  /** Aborted when the service stops, or when another worker holds the job. */
  signal: AbortSignal
}

export interface JobKind {
  /** May run again after any part of it was done: nobody knows where a killed process stopped. */
  work(job: Job): Promise<void>
  /** How often it is tried before it is given up. */
  attempts: number
  /** Called once it is given up, with the reason in words. It may run more than once, too. */
  onGivenUp?(job: Job, failure: string): Promise<void>
}

/** By the name of the job. */
export type JobTable = Readonly<Record<string, JobKind>>

/** Thrown by work that would fail at every attempt. */
export class Hopeless extends Error {
  override name = 'Hopeless'
}
