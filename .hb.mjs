import { build } from 'tsdown'
await build({config:false,cwd:'/tmp/wt/hard',entry:{[process.argv[3]]:process.argv[2]},outDir:'node_modules/.cache/hard',clean:false,dts:false,format:'esm',platform:'node',target:'node20.19',fixedExtension:false,logLevel:'silent'})
