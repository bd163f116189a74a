// A link to another screen that looks like a button.
import type { AnchorHTMLAttributes } from 'preact/compat'
import { Link } from '../app/router.tsx'
import type { Route } from '../paths.ts'
import { Icon, type IconName } from './icons.tsx'
import type { Look } from './parts.tsx'

type LinkButtonProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: Route
  look?: Look
  icon?: IconName
}

export function LinkButton({ look = 'plain', icon, className = '', children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={`button ${look} ${className}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}
