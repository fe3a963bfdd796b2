// A button for an action that takes a while.
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './action-button.module.css'

type Props = Omit<ButtonProps, 'loading' | 'loaderProps'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { busy?: boolean }

/**
 * While `busy` it shows progress but stays enabled: a disabled button loses the keyboard focus. Pressing it again is
 * harmless if the action comes from `useAction`.
 */
export function ActionButton({ busy = false, ...props }: Props) {
  return <Button {...props} classNames={{ root: classes.button ?? '' }} aria-busy={busy} />
}
