// Whether passwords open anything of the client, and whose do all the same; identity decides by it at every request.
import type { SignInSettings } from '@walkaround/contract/app/sign-in-providers.ts'
import { findSignInSettings, setSignInSettings } from '../../identity/spare-logins.ts'
import type { Precondition, Scope } from '../../scope.ts'

export const readPasswords = (scope: Scope): Promise<SignInSettings> => findSignInSettings(scope)

export const setPasswords = (
  scope: Scope,
  settings: SignInSettings,
  precondition: Precondition,
): Promise<SignInSettings> => setSignInSettings(scope, settings, precondition)
