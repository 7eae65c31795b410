<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('password'); section>
  <#if section = "header">
    ${msg("loginAccountTitle")}
  <#elseif section = "form">
    <form id="kc-form-login" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <input type="text" value="${(auth.attemptedUsername)!''}" autocomplete="username" hidden readonly>
      <@fields.password id="password" label=msg("password") errors="password" autocomplete="current-password" focus=true/>
      <@fields.forgotten/>
      <@fields.submit msg("doLogIn")/>
    </form>
    <@fields.passwordScript/>
  </#if>
</@layout.registrationLayout>
