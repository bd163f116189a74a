// Who needs a second factor to sign in. Service and console decide by it.
import type { Role } from './roles.ts'

/** Whom a client asks for one: its admins, or everybody who sets up people. */
export const secondFactorRules = ['admins', 'managers'] as const
export type SecondFactorRule = (typeof secondFactorRules)[number]

const rolesOf: Readonly<Record<SecondFactorRule, readonly Role[]>> = {
  admins: ['admin'],
  managers: ['admin', 'manager'],
}

export const needsSecondFactor = (rule: SecondFactorRule | undefined, role: Role): boolean =>
  rule !== undefined && rolesOf[rule].includes(role)
