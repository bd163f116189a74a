// Why customers decline: which reasons are offered, in which order and words.
import type { RejectionReasons } from '@walkaround/contract/app/rejection-reasons.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { KindsOfWords, LanguageChoice, useTextLanguage } from './kinds.tsx'
import { type ReasonDraft, toReasonDrafts, toReasonsChange } from './reason-drafts.ts'
import { ReasonList } from './reason-list.tsx'

export function ReasonsPage() {
  const { t } = useWords()
  const { readTagged } = useOffice()
  const { client } = useSignedIn()
  const language = useTextLanguage()
  const reading = useRead(client.id, () => readTagged('getRejectionReasons', { system_client_id: client.id }))
  return (
    <Page title={t('reasons.title')} what={t('reasons.lead')} tools={<KindsOfWords now="reasons" />}>
      <LanguageChoice language={language} />
      <ShowReading of={reading}>{(read) => <ReasonsForm read={read} />}</ShowReading>
    </Page>
  )
}

interface Draft {
  reasons: readonly ReasonDraft[]
}

const draftOf = ({ value, tag }: Tagged<RejectionReasons>): Tagged<Draft> => ({
  value: { reasons: toReasonDrafts(value) },
  tag,
})

function ReasonsForm({ read }: { read: Tagged<RejectionReasons> }) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const language = useTextLanguage()
  const params = { system_client_id: client.id }
  const form = useForm<Draft>({
    first: draftOf(read),
    save: ({ reasons }, tag) =>
      call('putRejectionReasons', params, { body: toReasonsChange(reasons), headers: ifStill(tag) }),
    reread: async () => draftOf(await readTagged('getRejectionReasons', params)),
    saved: t('reasons.saved'),
  })
  return (
    <Form of={form}>
      <section className="panel form-part" aria-label={t('reasons.title')}>
        <ReasonList
          of={form.field('reasons')}
          label={t('reasons.list')}
          hint={t('reasons.listWhat')}
          language={language}
        />
      </section>
    </Form>
  )
}
