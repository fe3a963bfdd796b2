// What is loaded when somebody opens the first menu.
export { Menu as Part } from '@mantine/core'
