// Says that something waits for too long, by sign, colour and words.
import { Icon } from '../../../workshop/ui/icons.tsx'

export const LateMark = ({ children }: { children: string }) => (
  <span className="today-late">
    <Icon name="clock" size={20} />
    <span>{children}</span>
  </span>
)
