// What is loaded when somebody opens the first popover.
export { Popover as Part } from '@mantine/core'
