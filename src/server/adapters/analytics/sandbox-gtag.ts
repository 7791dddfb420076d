/**
 * The demo's gtag.js: accepts the same commands from `window.dataLayer` (consent, set, config, event), honours the same
 * switches (consent, `ga-disable-<id>`), sets a `_ga` cookie like the real one, and posts each event to the sandbox
 * instead of Google.
 */
export const SANDBOX_GTAG = `(()=>{
const id=new URL(document.currentScript.src).searchParams.get("id");
const layer=window.dataLayer=window.dataLayer||[];
const fields={};let storage="denied";
const client=()=>{
const existing=/(?:^|; )_ga=([^;]+)/.exec(document.cookie);if(existing)return existing[1];
const created="GA1.1."+crypto.getRandomValues(new Uint32Array(1))[0]+"."+Math.floor(Date.now()/1000);
document.cookie="_ga="+created+"; path=/; max-age=63072000; SameSite=Lax";return created};
const send=(name,params)=>{
if(storage!=="granted"||window["ga-disable-"+id])return;
fetch("/sandbox/analytics/collect",{method:"POST",keepalive:true,headers:{"Content-Type":"application/json"},
body:JSON.stringify({id,client:client(),name,params:{...fields,...params}})}).catch(()=>{})};
const runCommand=([command,first,second])=>{
if(command==="consent"&&second.analytics_storage)storage=second.analytics_storage;
if(command==="set")Object.assign(fields,first);
if(command==="event")send(first,second||{});
if(command==="config"&&!(second&&second.send_page_view===false))send("page_view",{})};
layer.forEach(runCommand);
layer.push=(...entries)=>{entries.forEach(runCommand);return Array.prototype.push.apply(layer,entries)}})()`;
