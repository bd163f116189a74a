// Compares a reply with what a scenario expects. Pure.
import { find, has, type Path } from './fill.ts'
import type { Expectation } from './scenario.ts'

const shortened = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
const shownPath = (path: Path) =>
  path.map((step) => (typeof step === 'object' ? JSON.stringify(step) : step)).join(' › ')

/** What differs, in words. */
export function judge(
  { status, data }: { status: number; data: unknown },
  { status: wanted, errorCode, values = [], absent = [] }: Expectation = {},
): string[] {
  const faults: string[] = []
  const isWanted = wanted === undefined ? status < 300 : status === wanted
  if (!isWanted) faults.push(`${status} came, and ${wanted ?? 'a success'} was expected`)
  if (errorCode !== undefined && !has(data, { errorCode })) {
    faults.push(`errorCode is ${shortened(find(data, ['errorCode']))}, and ${errorCode} was expected`)
  }
  for (const { at, is } of values) {
    const found = find(data, at)
    if (!has(found, is)) {
      faults.push(`${shownPath(at)} is ${shortened(found)}, and ${shortened(is)} was expected`)
    }
  }
  for (const path of absent) {
    const found = find(data, path)
    if (found !== undefined)
      faults.push(`${shownPath(path)} is ${shortened(found)}, and nothing was expected`)
  }
  return faults
}
