// The second step of a sign-in, in the bundles of the office.
import { SecondStep, type SecondStepProps } from '../../workshop/screens/second-factor/second-step.tsx'
import { useOffice } from '../app/context.tsx'

export function OfficeSecondStep(props: Pick<SecondStepProps, 'why' | 'onBack'>) {
  const { call, sessions } = useOffice()
  return <SecondStep call={call} enter={sessions.enter} {...props} />
}
