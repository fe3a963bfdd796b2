// A button that looks like a link in running text, for small actions without a page of their own.
import type { ComponentProps } from 'react'
import classes from './link-button.module.css'

export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={classes.button} {...props} />
}
