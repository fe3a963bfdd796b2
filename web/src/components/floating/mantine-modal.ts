// What is loaded when somebody opens the first modal.
export { Modal } from '@mantine/core'
