import { describeAgentKind } from './agents/contract.ts'
import { commandWire, httpWire, mcpWire, moduleWire, selfCallingWire } from './agents/wires.ts'

describeAgentKind({ name: 'http, calls answered by us', open: httpWire })
describeAgentKind({ name: 'http, calls made by the service', open: selfCallingWire })
describeAgentKind({ name: 'command', open: commandWire })
describeAgentKind({ name: 'module', open: moduleWire })
describeAgentKind({ name: 'mcp', open: mcpWire, joinsMessages: true })
