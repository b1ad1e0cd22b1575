import { afterAll } from 'vitest'
import { describeAgentKind } from './agents/contract.ts'
import { httpWire, mcpWire, moduleWire, openCommandWires, selfCallingWire } from './agents/wires.ts'

const commands = openCommandWires()
afterAll(async () => (await commands).close())

describeAgentKind({ name: 'http, calls answered by us', open: httpWire })
describeAgentKind({ name: 'http, calls made by the service', open: selfCallingWire })
describeAgentKind({ name: 'command', open: async (brain, pack) => (await commands).open(brain, pack) })
describeAgentKind({ name: 'module', open: moduleWire })
describeAgentKind({ name: 'mcp', open: mcpWire, joinsMessages: true })
