// The kind of a problem by its code, for the web apps: the catalogue itself would bring its explanations along.
import { codes } from './problem-codes.generated.ts'
import type { ProblemKind } from './problems.ts'

const kinds = new Map(Object.entries(codes).map(([kind, code]) => [code, kind as ProblemKind]))

/** Undefined for a code that only a newer service knows. */
export const problemKindOf = (errorCode: number | undefined): ProblemKind | undefined =>
  errorCode === undefined ? undefined : kinds.get(errorCode)
