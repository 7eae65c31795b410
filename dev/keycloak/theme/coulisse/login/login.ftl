<#-- The password; and who, for as long as no customer exists whose provider could be asked instead. -->
<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<#import "passkeys.ftl" as passkeys>
<#assign known = usernameHidden??>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('username', 'password'); section>
  <#if section = "header">
    ${msg("loginAccountTitle")}
  <#elseif section = "form">
    <#if !known><p class="lead">${msg("loginLead")}</p></#if>
    <form id="kc-form-login" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <#if known>
      <#-- For password managers only: the server knows who it is. -->
      <input type="text" value="${(auth.attemptedUsername)!''}" autocomplete="username" hidden readonly>
      <#else>
      <@fields.email value=(login.username)!'' errors=messagesPerField.existsError('password')?then('password', 'username')/>
      </#if>
      <@fields.password id="password" label=msg("password") focus=known autocomplete="current-password"
        errors=(known && messagesPerField.existsError('username'))?then('username', known?then('password', 'none'))/>
      <@fields.forgotten/>
      <input type="hidden" name="credentialId" value="${(auth.selectedCredential)!''}">
      <@fields.submit msg("doLogIn")/>
    </form>
    <@passkeys.conditionalUIData />
    <@fields.passwordScript/>
  <#elseif section = "socialProviders">
    <@fields.providers/>
  </#if>
</@layout.registrationLayout>
