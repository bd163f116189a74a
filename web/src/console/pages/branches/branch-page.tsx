// One branch: its form, and merging it into another.
import type { Branch, Site } from '@walkaround/contract/app/places.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { type BranchDraft, BranchFields, toBranchBody } from './branch-fields.tsx'
import { MergeSheet } from './merge-sheet.tsx'

export function BranchPage({ id }: { id: string }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  const [isMerging, merge] = useState(false)
  const reading = useRead(`${client.id} ${id}`, async () => {
    const [read, sites] = await Promise.all([
      readTagged('getBranch', { ...params, branch_id: id }),
      call('listSites', params),
    ])
    return { read, sites }
  })
  return (
    <Page
      title={reading.value?.read.value.name ?? id}
      what={t('branches.branchLead')}
      tools={<Link to={{ page: 'branches' }}>{t('branches.toAll')}</Link>}
    >
      <ShowReading of={reading}>
        {({ read, sites }) => (
          <>
            {read.value.isNew && <Confirm read={read} onConfirmed={reading.reload} />}
            <section className="panel" aria-label={t('branches.branch')}>
              <h2>{t('branches.branch')}</h2>
              <BranchForm key={`${id} ${read.value.isNew}`} read={read} sites={sites} />
            </section>
            <section className="panel" aria-label={t('branches.merge')}>
              <h2>{t('branches.merge')}</h2>
              <p className="soft">{t('branches.mergeWhat')}</p>
              <div className="actions">
                <Button onClick={() => merge(true)}>{t('branches.mergeBegin')}</Button>
              </div>
            </section>
            {isMerging && <MergeSheet from={read.value} onClose={() => merge(false)} />}
          </>
        )}
      </ShowReading>
    </Page>
  )
}

/** A branch that registered itself is usually right as it is, or another spelling of one there is. */
function Confirm({ read, onConfirmed }: { read: Tagged<Branch>; onConfirmed: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { id, isNew: _isNew, ...branch } = read.value
  const [error, setError] = useState<Error>()
  const confirm = async () => {
    setError(undefined)
    try {
      await call(
        'putBranch',
        { system_client_id: client.id, branch_id: id },
        { body: branch, headers: ifStill(read.tag) },
      )
      toast(t('branches.confirmed'))
      onConfirmed()
    } catch (failure) {
      setError(failure as Error)
    }
  }
  // What there is now, to be looked at again: somebody else may have changed or confirmed it.
  const again = () => {
    setError(undefined)
    onConfirmed()
  }
  if (error) return <RefusalNote error={error} onRetry={again} />
  return (
    <Note
      tone="soon"
      title={t('branches.isNewTitle')}
      action={<Button onClick={confirm}>{t('branches.confirm')}</Button>}
    >
      {t('branches.isNewWhat')}
    </Note>
  )
}

const draftOf = ({ value, tag }: Tagged<Branch>): Tagged<BranchDraft> => ({
  value: {
    siteId: value.siteId,
    name: value.name,
    codes: value.codes.join('\n'),
    isOwnRelease: value.releaseTypes !== undefined,
    releaseTypes: value.releaseTypes ?? [],
  },
  tag,
})

function BranchForm({ read, sites }: { read: Tagged<Branch>; sites: readonly Site[] }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, branch_id: read.value.id }
  const form = useForm<BranchDraft>({
    first: draftOf(read),
    save: (draft, tag) => call('putBranch', params, { body: toBranchBody(draft), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getBranch', params)),
    saved: t('branches.saved'),
  })
  return (
    <Form of={form}>
      <BranchFields of={form} sites={sites} />
    </Form>
  )
}
