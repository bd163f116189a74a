// The demo as passed to the service and the command line.
import type { Demo } from '@walkaround/server/process/demo.ts'
import { addDemoReceiver } from './add-receiver.ts'
import { ensureDemo } from './ensure-demo.ts'
import { SANDBOX_CLIENT, SANDBOX_CODE } from './ids.ts'
import { describeDemoSignIn, writeDemoPasswords } from './passwords-file.ts'

export const demo: Demo = {
  sandbox: { login: `${SANDBOX_CLIENT}-dms`, dealerCode: SANDBOX_CODE },
  ensure: ensureDemo,
  addReceiver: addDemoReceiver,
  writePasswords: writeDemoPasswords,
  describeSignIn: describeDemoSignIn,
}
