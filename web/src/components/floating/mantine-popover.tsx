// What is loaded when somebody opens the first popover. Mantine's closes on any Escape, also on one that closes the
// choices of a picker within it.
import { Popover, type PopoverDropdownProps, type PopoverProps, usePopoverContext } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { closesChoices } from './escape.ts'

function Dropdown(props: PopoverDropdownProps) {
  const { onClose } = usePopoverContext()
  const onKeyDownCapture = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && !closesChoices(target)) onClose?.()
  }
  return <Popover.Dropdown {...props} onKeyDownCapture={onKeyDownCapture} />
}

const WithDropdown = (props: PopoverProps) => <Popover {...props} closeOnEscape={false} />

export const Part = Object.assign(WithDropdown, { Target: Popover.Target, Dropdown })
