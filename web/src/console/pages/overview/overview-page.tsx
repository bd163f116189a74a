// What there is to do before the dealership can work, and where.
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { mayKeepKeys } from '../../../workshop/rights.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Note } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { type Found, type Step, stepsOf } from './set-up-steps.ts'
import { StepLink } from './step-link.tsx'

export function OverviewPage() {
  const { t } = useWords()
  const { client } = useSignedIn()
  const read = useFound()
  const reading = useRead(client.id, read)
  return (
    <Page title={t('overview.title')} what={t('overview.lead', { client: client.name })}>
      <ShowReading of={reading}>{(found) => <Steps found={found} />}</ShowReading>
    </Page>
  )
}

function useFound(): () => Promise<Found> {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id }
  return async () => {
    const [sites, branches, { logins }, invitations, channels, keys, hasReceiver] = await Promise.all([
      call('listSites', params),
      call('listBranches', params),
      call('listLogins', params),
      call('listInvitations', params),
      call('listMessageChannels', params),
      mayKeepKeys(client) ? call('listKeys', params) : undefined,
      call('getCallbackReceiver', params).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refused && error.kind === 'noSuchResource') return false
          throw error
        },
      ),
    ])
    const works = keys?.filter(({ state }) => state === 'works').length
    const mail = channels.find(({ channel }) => channel === 'email')
    const hasMail = mail !== undefined && (mail.isKept === true || mail.source !== 'none')
    return { sites, branches, logins, invitations, keys: works, hasReceiver, hasMail }
  }
}

function Steps({ found }: { found: Found }) {
  const { t } = useWords()
  const steps = stepsOf(found)
  const open = steps.filter(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone)
  return (
    <>
      {open.length === 0 && <Note tone="good" title={t('overview.allDone')} />}
      {open.length > 0 && <Group title={t('overview.open', { n: open.length })} steps={open} />}
      {done.length > 0 && <Group title={t('overview.done')} steps={done} />}
    </>
  )
}

function Group({ title, steps }: { title: string; steps: readonly Step[] }) {
  const { t } = useWords()
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul className="steps">
        {steps.map((step) => (
          <li key={step.name}>
            <span className={step.isDone ? 'step-done' : 'step-open'}>
              <Icon name={step.isDone ? 'fine' : 'advise'} />
            </span>
            <div>
              <p>
                <StepLink name={step.name}>{t(`overview.${step.name}`)}</StepLink>
              </p>
              <p className="soft">
                {step.isDone
                  ? t(`overview.${step.name}Done`, step.n === undefined ? {} : { n: step.n })
                  : t(`overview.${step.name}What`)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
