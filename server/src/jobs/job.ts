// What a job is, for those who ask for work and those who do it. Knows no feature.

export interface Job {
  clientId: string
  id: string
  kind: string
  payload: unknown
  /** From 1; a process that was killed has used one up. */
  attempt: number
  /** Aborted when the service stops, and when another worker holds the job. */
  signal: AbortSignal
}

export interface JobKind {
  /** May be run again after any part of it was done: nobody knows where a killed process stopped. */
  work(job: Job): Promise<void>
  /** How often it is tried before it is given up. */
  attempts: number
  /** Told once it is given up, with the reason in words. May be run again, too. */
  onGivenUp?(job: Job, failure: string): Promise<void>
}

/** By the name of the job. */
export type JobTable = Readonly<Record<string, JobKind>>

/** Thrown by work that would fail again however often it is tried. */
export class Hopeless extends Error {
  override name = 'Hopeless'
}
