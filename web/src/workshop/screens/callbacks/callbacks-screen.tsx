// The callback inspector: where callbacks go, what was delivered and what not and why, and sending it once more.
import { createCallbackOperations } from '../../api/callbacks.ts'
import { useSignal, useWorkshop } from '../../app/context.tsx'
import { back } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { IconButton, Note } from '../../ui/parts.tsx'
import { useMaySetUp, useRead } from '../use-read.ts'
import { Deliveries } from './deliveries.tsx'
import { DemoReceiver } from './demo-receiver.tsx'
import { Receiver } from './receiver.tsx'

const pollMs = 3_000

export function CallbacksScreen() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const maySetUp = useMaySetUp()
  return (
    <main id="main" className="screen callbacks">
      <header className="screen-head">
        <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'settings' })} />
        <div>
          <h1>{t('callbacks.title')}</h1>
          <p className="soft">{t('callbacks.what')}</p>
        </div>
      </header>
      {maySetUp === false ? (
        <Note tone="plain" icon="lock" title={t('callbacks.forWhom')} />
      ) : (
        clientId !== undefined && <Inspector key={clientId} clientId={clientId} />
      )}
    </main>
  )
}

function Inspector({ clientId }: { clientId: string }) {
  const { requester, session } = useWorkshop()
  const operations = createCallbackOperations(requester, clientId)
  // In one value: "not set" and "not read yet" differ.
  const receiver = useRead(`${clientId} receiver`, async () => ({ set: await operations.findReceiver() }))
  const isDemo = session()?.clients.find(({ id }) => id === clientId)?.isDemo === true
  return (
    <div className="callback-columns">
      <Receiver operations={operations} reading={receiver} />
      <Deliveries operations={operations} subject={clientId} pollMs={pollMs} />
      {isDemo && receiver.value && (
        <DemoReceiver
          operations={operations}
          subject={clientId}
          pollMs={pollMs}
          url={receiver.value.set?.url}
          onChange={receiver.reload}
        />
      )}
    </div>
  )
}
