// Decisions about shared tablets that need no database: who manages which, what a PIN must not be, and how the device is told again.
import { brokenPinRule, type PinRule } from '@walkaround/contract/rules/pins.ts'
import { problem } from '../../problems.ts'

export const defaultLockMinutes = 5
/** To walk to the tablet with the code. */
export const CODE_MS = 10 * 60_000
/** A shift; typing the PIN again begins another. */
export const SESSION_MS = 8 * 3_600_000
/** So long a tablet opens without asking the service. */
export const OFFLINE_MS = 7 * 86_400_000
/** In a session younger than this nobody types the password again. */
export const FRESH_MS = 10 * 60_000
/** As long as browsers keep a cookie; each unlocking begins anew. */
export const DEVICE_SECONDS = 400 * 86_400

/** A manager of some branches sets up the tablets that show nothing else. */
export const mayManageTablet = (
  by: { branches?: readonly string[] | undefined },
  branches: readonly string[] | null,
): boolean =>
  by.branches === undefined || (branches?.every((branch) => by.branches?.includes(branch)) ?? false)

const words: Record<PinRule, string> = {
  digits: 'must be 4 to 8 digits',
  same: 'must not be one digit again and again',
  row: 'must not be digits in a row',
  repeated: 'must not be the same digits twice',
  year: 'must not be a year',
  common: 'is one of the first that are tried',
}

/** The message never contains the value. */
export function assertPin(pin: string): void {
  const rule = brokenPinRule(pin)
  if (rule) throw problem('invalidArgument', `pin: ${words[rule]}`)
}

export const pinPurpose = (clientId: string, loginId: string): string =>
  `PIN of ${JSON.stringify([clientId, loginId])}`
