// Makes the errors with which the service refuses, from the catalogue of the contract (B6). A Problem is made nowhere else.
import { type ProblemKind, problems } from '@walkaround/contract/problems.ts'

export class Problem extends Error {
  readonly kind: ProblemKind
  readonly status: number
  readonly errorCode: number
  readonly errorInfo: string
  /** Headers the reply must carry, such as Allow or Retry-After. */
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: ProblemKind, errorInfo: string, headers: Record<string, string> = {}) {
    super(problems[kind].error)
    this.name = 'Problem'
    this.kind = kind
    this.status = problems[kind].status
    this.errorCode = problems[kind].errorCode
    this.errorInfo = errorInfo
    this.headers = headers
  }

  /** The three-field body of the interface. */
  toBody(): { errorCode: number; error: string; errorInfo: string } {
    return { errorCode: this.errorCode, error: this.message, errorInfo: this.errorInfo }
  }
}

export function problem(kind: ProblemKind, errorInfo: string, headers?: Record<string, string>): Problem {
  return new Problem(kind, errorInfo, headers)
}

export interface Violation {
  kind: ProblemKind
  /** For example: contents[2].unitOfMeasure: "pcs" is not one of ea, pc, hour, … */
  info: string
}

const LISTED_VIOLATIONS = 50

/** One violation keeps its own code; several share a general code and are listed (B6). */
export function problemOf(violations: readonly Violation[]): Problem {
  const [first] = violations
  if (first && violations.length === 1) return problem(first.kind, first.info)
  const lines = violations.slice(0, LISTED_VIOLATIONS).map(({ info }) => info)
  const more = violations.length - lines.length
  if (more > 0) lines.push(`… and ${more} more`)
  return problem('severalViolations', lines.join('\n'))
}
