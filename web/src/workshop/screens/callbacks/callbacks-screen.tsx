// The callback inspector: where callbacks go, which were delivered or failed and why, and sending one again.
import { createCallbackOperations } from '../../api/callbacks.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import type { LogRoute } from '../../paths.ts'
import { serviceUrl } from '../../places.ts'
import type { SessionClient } from '../../rights.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useRead } from '../use-read.ts'
import { Deliveries } from './deliveries.tsx'
import { DemoReceiver } from './demo-receiver.tsx'
import { Receivers } from './receiver.tsx'

const pollMs = 3_000

export function CallbacksScreen({ route }: { route: LogRoute }) {
  return (
    <SettingsPage screen="callbacks" what="callbacks.what" forWhom="callbacks.forWhom" className="callbacks">
      {(client) => <Inspector key={client.id} client={client} route={route} />}
    </SettingsPage>
  )
}

function Inspector(props: { client: SessionClient; route: LogRoute }) {
  const { id: clientId, isDemo } = props.client
  const { requester } = useWorkshop()
  const { language } = useWords()
  const operations = createCallbackOperations(requester, clientId)
  const receivers = useRead(`${clientId} receivers`, () => operations.receivers())
  return (
    <div className="callback-columns">
      <Receivers
        reading={receivers}
        test={operations.test}
        change={{
          href: serviceUrl(`admin/callbacks?${new URLSearchParams({ lang: language, client: clientId })}`),
        }}
      />
      <Deliveries
        route={props.route}
        operations={operations}
        subject={clientId}
        pollMs={pollMs}
        sites={receivers.value?.sites ?? []}
      />
      {isDemo && receivers.value && (
        <DemoReceiver
          operations={operations}
          subject={clientId}
          pollMs={pollMs}
          url={receivers.value.receiver?.url}
          onChange={receivers.reload}
        />
      )}
    </div>
  )
}
