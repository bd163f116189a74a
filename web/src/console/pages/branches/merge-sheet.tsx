// Merges a branch into another: first which one, then what would move, and only then the button that does it.
import type { Branch } from '@walkaround/contract/app/places.ts'
import { useId, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { router } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'

/** As the service counts: from so many on it says no more. */
const MOST_COUNTED = 10_000

export function MergeSheet({ from, onClose }: { from: Branch; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [into, choose] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const id = useId()
  const branches = useRead(client.id, () => call('listBranches', { system_client_id: client.id }))
  const merge = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call('mergeBranch', { system_client_id: client.id, branch_id: from.id, into_id: into })
      toast(t('branches.merged', { name: from.name }))
      router.go({ page: 'branches', key: into })
    } catch (failure) {
      setError(failure as Error)
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={t('branches.mergeTitle', { name: from.name })}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button look="danger" disabled={into === '' || isBusy} aria-busy={isBusy} onClick={merge}>
            {t('branches.mergeDo')}
          </Button>
        </div>
      }
    >
      <ShowReading of={branches}>
        {(all) => (
          <div className="field form-field">
            <label htmlFor={id}>{t('branches.mergeInto')}</label>
            <select id={id} value={into} onChange={({ currentTarget: { value } }) => choose(value)}>
              <option value="">{t('branches.choose')}</option>
              {all
                .filter((one) => one.id !== from.id)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name} ({one.codes.join(', ')})
                  </option>
                ))}
            </select>
          </div>
        )}
      </ShowReading>
      {into !== '' && <Preview key={into} from={from.id} into={into} />}
      {error && <RefusalNote error={error} />}
    </Sheet>
  )
}

function Preview({ from, into }: { from: string; into: string }) {
  const { t, number } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(`${from} ${into}`, () =>
    call('previewBranchMerge', { system_client_id: client.id, branch_id: from, into_id: into }),
  )
  const counted = (n: number) =>
    n >= MOST_COUNTED ? t('branches.moreThan', { n: number(MOST_COUNTED) }) : number(n)
  return (
    <ShowReading of={reading}>
      {({ orders, leads, logins, from: one, into: other }) => (
        <>
          <dl className="facts">
            {(
              [
                ['branches.orders', counted(orders)],
                ['branches.leads', counted(leads)],
                ['branches.logins', counted(logins)],
                ['branches.codes', one.codes.join(', ')],
              ] as const
            ).map(([name, fact]) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <Note tone="soon" title={t('branches.mergeWarn', { from: one.name, into: other.name })}>
            {t('branches.mergeForever')}
          </Note>
        </>
      )}
    </ShowReading>
  )
}
