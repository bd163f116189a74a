// The second step of a sign-in, in the app.
import { useWorkshop } from '../../app/context.tsx'
import { SecondStep, type SecondStepProps } from './second-step.tsx'

export function AppSecondStep(props: Pick<SecondStepProps, 'why' | 'onBack'>) {
  const { requester, sessions } = useWorkshop()
  return <SecondStep call={requester.call} enter={sessions.enter} {...props} />
}
