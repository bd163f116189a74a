// Where a step is done: a page of the console, or a screen of the app.
import type { ReactNode } from 'preact/compat'
import { appLink } from '../../../office/app/app-links.ts'
import type { Place } from '../../../office/places.ts'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import type { PageName } from '../../paths.ts'
import type { StepName } from './set-up-steps.ts'

const places: Readonly<Record<Exclude<StepName, 'receiver'>, Place<PageName>>> = {
  branches: { page: 'branches' },
  contact: { page: 'sites' },
  logo: { page: 'sites' },
  people: { page: 'people' },
  mail: { page: 'messages' },
  key: { page: 'keys' },
}

export function StepLink({ name, children }: { name: StepName; children: ReactNode }) {
  const { language } = useWords()
  if (name === 'receiver')
    return <a href={`${appLink({ screen: 'callbacks' })}?lang=${language}`}>{children}</a>
  return <Link to={places[name]}>{children}</Link>
}
