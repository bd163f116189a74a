// Where a step is done.
import type { ReactNode } from 'preact/compat'
import type { Place } from '../../../office/places.ts'
import { Link } from '../../app/router.ts'
import type { PageName } from '../../paths.ts'
import type { StepName } from './set-up-steps.ts'

const places: Readonly<Record<StepName, Place<PageName>>> = {
  branches: { page: 'branches' },
  contact: { page: 'sites' },
  logo: { page: 'sites' },
  people: { page: 'people' },
  mail: { page: 'messages' },
  key: { page: 'keys' },
  receiver: { page: 'callbacks' },
}

export function StepLink({ name, children }: { name: StepName; children: ReactNode }) {
  return <Link to={places[name]}>{children}</Link>
}
