// Decisions about marks on the drawing: making, moving, undoing, and those of earlier visits. Pure.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { Change } from '../../store/tables.ts'
import type { Outline, OutlinePanel, PanelNames } from './outline.ts'

type MarkSize = NonNullable<DamageMark['size']>
export const sizes = ['small', 'medium', 'large'] as const satisfies MarkSize[]

export type KnownMark = DamageMark & { id: string }
export const isKnown = (mark: DamageMark): mark is KnownMark => mark.id !== undefined

/** Tenths of a unit are finer than any finger. */
const tenths = (value: number) => Math.round(value * 10) / 10

/** What is sent: the server adds numbers and photos; the part is included so that it can be shown at once. */
export function toMark({ kind, x, y, size, panel, comment, internalComment }: DamageMark): DamageMark {
  const [words, own] = [comment?.trim(), internalComment?.trim()]
  return {
    kind,
    x: tenths(x),
    y: tenths(y),
    ...(size === undefined ? {} : { size }),
    ...(panel === undefined ? {} : { panel }),
    ...(words ? { comment: words } : {}),
    ...(own ? { internalComment: own } : {}),
  }
}

export const putMark = (markId: string, mark: DamageMark): Change => ({
  type: 'putMark',
  markId,
  mark: toMark(mark),
})
/** With the drawing it was set on: without a network the app may have chosen another one than the service would. */
export const onDrawing = (change: Change, bodyStyle: string): Change =>
  change.type === 'putMark'
    ? { ...change, mark: { ...change.mark, bodyStyle: bodyStyle as NonNullable<DamageMark['bodyStyle']> } }
    : change
/** What the mark is otherwise is taken from these marks, not from the screen, which may be a change behind; nothing if it is gone. */
export function changeMark(
  marks: readonly DamageMark[],
  markId: string,
  fields: Partial<DamageMark>,
): Change | undefined {
  const known = marks.find(({ id }) => id === markId)
  return known && putMark(markId, { ...known, ...fields })
}
export const deleteMark = (markId: string): Change => ({ type: 'deleteMark', markId })

/** The change that undoes a change, based on the marks before it. */
export function undoOf(change: Change, before: readonly DamageMark[]): Change | undefined {
  if (change.type !== 'putMark' && change.type !== 'deleteMark') return undefined
  const known = before.find(({ id }) => id === change.markId)
  if (known) return putMark(change.markId, known)
  return change.type === 'putMark' ? deleteMark(change.markId) : undefined
}

/** Where on a part a mark without a pointer is placed: in the view that shows most of the car's side or top. */
export function placeOn(outline: Outline, panelId: string): OutlinePanel | undefined {
  const order = ['left', 'right', 'top', 'front', 'rear']
  return outline.panels
    .filter(({ id }) => id === panelId)
    .sort((a, b) => order.indexOf(a.view) - order.indexOf(b.view))[0]
}

/** Parts of this drawing by their names, each once. */
export function listPanels(
  outline: Outline,
  names: PanelNames,
  locale: string,
): { id: string; name: string }[] {
  const ids = [...new Set(outline.panels.map(({ id }) => id))]
  return ids.map((id) => ({ id, name: names[id] ?? id })).sort((a, b) => a.name.localeCompare(b.name, locale))
}

/** Whether the same damage was marked again today. */
export const isRepeated = (earlier: DamageMark, marks: readonly DamageMark[]): boolean =>
  marks.some(
    (mark) => mark.kind === earlier.kind && Math.hypot(mark.x - earlier.x, mark.y - earlier.y) < nearby,
  )
/** In units of the drawing, about the width of a finger on a tablet. */
const nearby = 12

/** The latest entry of each earlier damage: three visits with one scratch are one scratch. */
export function listEarlier(earlier: readonly DamageMark[]): DamageMark[] {
  const latest: DamageMark[] = []
  for (const mark of earlier.toSorted((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? '')))
    if (!isRepeated(mark, latest)) latest.push(mark)
  return latest
}
