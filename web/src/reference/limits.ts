// The limits that nearly every field shares (decision A10), found by counting, so that the tables need not repeat them.
import { isRecord, type Json, toList } from './json.ts'

export type GeneralLimits = {
  readonly maxLength: number | undefined
  readonly maxItems: number | undefined
  /** Exclusive bound of a number's magnitude. */
  readonly magnitude: number | undefined
}

/** A limit of fewer fields than this is specific, not general. */
const sharedByFields = 4

export function findGeneralLimits(root: Json): GeneralLimits {
  const lengths = new Map<number, number>()
  const items = new Map<number, number>()
  const magnitudes = new Map<number, number>()
  walk(root, (node) => {
    count(lengths, node.maxLength)
    count(items, node.maxItems)
    if (node.exclusiveMaximum === -Number(node.exclusiveMinimum)) count(magnitudes, node.exclusiveMaximum)
  })
  return {
    maxLength: widestShared(lengths),
    maxItems: widestShared(items),
    magnitude: widestShared(magnitudes),
  }
}

function count(counts: Map<number, number>, value: unknown): void {
  if (typeof value === 'number') counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** The widest of the shared limits: narrower ones (of identifiers, for example) belong to their kind of field. */
function widestShared(counts: ReadonlyMap<number, number>): number | undefined {
  const shared = [...counts].filter(([, fields]) => fields >= sharedByFields).map(([limit]) => limit)
  return shared.length > 0 ? Math.max(...shared) : undefined
}

/** Visits schema-like nodes; examples are data, not schemas. */
function walk(node: unknown, visit: (node: Json) => void): void {
  if (isRecord(node)) {
    visit(node)
    for (const [key, value] of Object.entries(node))
      if (key !== 'examples' && key !== 'example') walk(value, visit)
  } else for (const entry of toList(node)) walk(entry, visit)
}
