// Bodies of the demo as the door reads them: checked, and in canonical form.
import type { Static, TSchema } from 'typebox'
import { compileReader } from '../http/reader.ts'
import { problemOf } from '../problems.ts'

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
