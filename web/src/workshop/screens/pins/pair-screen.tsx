// Makes this device a shared tablet, when somebody here agrees. Opening the link changes nothing. The code stands after the # of the
// address, which browsers send to nobody.
import { useState } from 'preact/compat'
import { Refused } from '../../api/problem.ts'
import { pairTablet } from '../../api/tablets.ts'
import { useWorkshop } from '../../app/context.tsx'
import { go } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { setSetting } from '../../store/settings.ts'
import { Mark } from '../../ui/icons.tsx'
import { Button, ErrorNote, Spinner } from '../../ui/parts.tsx'

const toBoard = () => go({ screen: 'board' }, { replace: true })

export function PairScreen() {
  const { t } = useWords()
  const { requester, store } = useWorkshop()
  const [code] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [state, setState] = useState<'asking' | 'working' | 'over' | 'offline'>('asking')
  const pair = async () => {
    setState('working')
    try {
      await setSetting(store, 'tablet', await pairTablet(requester, code))
      toBoard()
    } catch (error) {
      setState(error instanceof Refused && error.kind === 'pairingOver' ? 'over' : 'offline')
    }
  }
  const isOver = state === 'over' || code === ''
  return (
    <main id="main" className="tablet-lock">
      <div className="tablet-card">
        <header className="tablet-head">
          <Mark size={48} />
          <h1>{t('tablet.pairTitle')}</h1>
        </header>
        <p>{t('tablet.pairWhat')}</p>
        {isOver && (
          <ErrorNote title={t(code === '' ? 'tablet.noCode' : 'tablet.pairOver')}>
            {t('tablet.pairOverWhat')}
          </ErrorNote>
        )}
        {state === 'offline' && <ErrorNote title={t('tablet.offline')}>{t('tablet.offlineWhat')}</ErrorNote>}
        {state === 'working' ? (
          <Spinner>{t('tablet.pairing')}</Spinner>
        ) : (
          <div className="actions">
            {!isOver && (
              <Button look="main" onClick={pair}>
                {t('tablet.pair')}
              </Button>
            )}
            <Button look="quiet" onClick={toBoard}>
              {t('tablet.notNow')}
            </Button>
          </div>
        )}
      </div>
    </main>
  )
}
