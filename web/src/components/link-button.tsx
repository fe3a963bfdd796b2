// A button that reads as a link in running text: for small steps that are no page of their own.
import type { ComponentProps } from 'react'
import classes from './link-button.module.css'

export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={classes.button} {...props} />
}
