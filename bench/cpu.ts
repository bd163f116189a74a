// Processor time of other processes, from the kernel: what counts on a machine that others use as well.
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** User and system time of a process; Linux only, otherwise NaN. */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Of this process. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
