// Bodies of the demo, read like bodies of a request: checked, and in canonical form.

import { compileReader } from '@walkaround/server/input/reader.ts'
import { problemOf } from '@walkaround/server/problems.ts'
import type { Static, TSchema } from 'typebox'

export function bodyReader<S extends TSchema>(schema: S) {
  const read = compileReader(schema)
  return (body: unknown) => ({
    get() {
      const { value, violations } = read(body)
      if (violations.length > 0) throw problemOf(violations)
      return value as Static<S>
    },
  })
}
