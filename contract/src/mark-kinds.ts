// The kinds of damage, the most frequent first. Separate from the schema of a mark, so that the app can list them.
export const markKinds = ['scratch', 'dent', 'chip', 'crack', 'rust', 'missing', 'other'] as const
export type MarkKind = (typeof markKinds)[number]
