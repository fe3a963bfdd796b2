// A button whose press takes a while.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './action-button.module.css'

type Props = Omit<ButtonProps, 'loading' | 'loaderProps'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { busy?: boolean }

/**
 * While `busy` it shows that something is under way but stays a working button: one that is disabled loses the keyboard's
 * focus. Pressing it again is harmless where the action comes from `useAction`.
 */
export function ActionButton({ busy = false, ...props }: Props) {
  return <Button {...props} classNames={{ root: classes.button ?? '' }} aria-busy={busy} />
}
