// What the process and the command line need from a demo dealership. Its content is in the workspace demo/.
import { BlockList, isIPv6 } from 'node:net'
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import type { SetUpProgress } from '@walkaround/contract/set-up-page.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { DeliverOptions } from '../features/callbacks/deliver.ts'
import type { Outside } from '../features/callbacks/set-receiver.ts'
import type { Media } from '../features/media/media.ts'
import type { Post } from '../features/messages/send-results.ts'
import type { DemoSandbox } from '../features/simulator-page/lend-key.ts'
import { StartError } from './start-error.ts'

export interface DemoAccess {
  clientId: string
  key: string
  /** An empty client beside it, for a DMS to try out. */
  sandbox?: { clientId: string; key: string }
  /** An order to read first. */
  orderId: string
  logins: { login: string; password: string; role: string }[]
  /** The other staff, who can sign in once somebody sets a password for them. */
  loginsWithoutPassword: string[]
}

export interface DemoCallbacks extends Outside {
  deliverOptions(database: Database, clock: () => Date): DeliverOptions
}

export interface Demo {
  /** The sandbox beside the dealership: its DMS, and the dealer code of its branch. */
  sandbox: DemoSandbox
  /** `access` only when the demo was made just now: keys and passwords are shown once and kept nowhere. */
  ensure(
    database: Database,
    options: {
      /** As set by the operator; undefined if not set. */
      wanted: boolean | undefined
      isNewEmbedded: boolean
      /** Where its photos go; asked for only when the demo is made. */
      media: () => Promise<Media>
      /** Where the links of its messages lead; without it nothing was sent in the past. */
      post?: Post
      onProgress?: (progress: SetUpProgress) => void
    },
  ): Promise<{ isDemo: boolean; access?: DemoAccess }>
  addReceiver(
    database: Database,
    callbacks: DemoCallbacks,
    options: { now: Date; isNew: boolean; baseUrl: string },
  ): Promise<void>
  writePasswords(dataDir: string, access: DemoAccess): Promise<void>
  describeSignIn(dataDir: string): Promise<NonNullable<SignInHelp['demo']>>
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string) =>
  host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')

export const mayShowDemo = ({ host, demo }: Pick<Config, 'host' | 'demo'>): boolean =>
  isLoopback(host) || demo === true

/** Also called when the database becomes reachable late, when the person who started the service may be gone. */
export function assertDemoMayBeSeen(config: Pick<Config, 'host' | 'demo'>): void {
  if (mayShowDemo(config)) return
  const { host } = config
  throw new StartError(
    `WALKAROUND_HOST is ${host}, and this database has, or would get, the demo dealership, whose data is only for trying things out. ` +
      'Set WALKAROUND_DEMO=1 to serve it anyway, or start with another WALKAROUND_DATA folder and WALKAROUND_DEMO=0.',
  )
}
