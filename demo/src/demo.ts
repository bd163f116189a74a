// The demo as passed to the service and the command line.
import type { Demo } from '@walkaround/server/process/demo.ts'
import { addDemoReceiver } from './add-receiver.ts'
import { ensureDemo } from './ensure-demo.ts'
import { describeDemoSignIn, writeDemoPasswords } from './passwords-file.ts'

export const demo: Demo = {
  ensure: ensureDemo,
  addReceiver: addDemoReceiver,
  writePasswords: writeDemoPasswords,
  describeSignIn: describeDemoSignIn,
}
